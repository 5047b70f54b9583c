// What `app-script.ts` builds for a page: the app's own way to make calls, for cases that no screen produces alone.
export { send } from '@kippu/web/app/call/api';
export { memberLoad, updateInfo } from '@kippu/contract/routes/traveller/account';
export { ticketList } from '@kippu/contract/routes/traveller/ticket';
