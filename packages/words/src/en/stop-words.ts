// Words of almost every question in English.
import type { StopWords } from '@kippu/contract/languages';

export const stopWords: StopWords = {
  words: `
    a an the i im ive id me my mine we us our you your it its he she they them their this that these those there
    here is am are was were be been being do does did done doing dont doesnt didnt have has had having can cant
    cannot could will wont would should shall may might must to of in on at by for from with and or but if so as
    than then too also what whats which who whom whose how when where why not no yes please hello hi hey thanks
    thank ok just really very any some all about into out up down get got go going want wanna need know tell say
    there let lets some something one still now again even way possible exactly enough first time many much more
    most ever never maybe every each other people thing things put see try trying whether because during while
    around near only after soon today tomorrow yesterday say says said seem seems happen happens happened make
    makes work works working think own really sure both lot bit since until few around
  `,
  phrases: '',
  signs: '',
};
