import { PGlite } from '@electric-sql/pglite';
import { openEmbedded } from './server/src/db/open-database.ts';
const t=(l:string,a:number)=>console.log(l,(performance.now()-a).toFixed(0), 'cpu', (process.cpuUsage().user/1000).toFixed(0));
let a=performance.now(); const p=await PGlite.create(); t('bare',a);
a=performance.now(); const d=await p.dumpDataDir('none'); t('dump',a); console.log(d.size);
a=performance.now(); const q=await PGlite.create({loadDataDir:d}); t('load',a);
a=performance.now(); await openEmbedded(); t('migrated',a);
a=performance.now(); const r=await PGlite.create(); t('bare2',a);
