// What `app-script.ts` builds for a page: the app's own way to make calls, for cases that no screen produces alone.
// As in the app, because the modules below need the railway's settings when they load.
// oxlint-disable-next-line import/no-unassigned-import
import '@kippu/web/app/boot/set-railway';
export { send } from '@kippu/web/app/call/api';
export { memberLoad, updateInfo } from '@kippu/contract/routes/traveller/account';
export { ticketList } from '@kippu/contract/routes/traveller/ticket';
