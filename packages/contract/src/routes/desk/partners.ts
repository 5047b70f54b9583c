// The routes by which managers keep partners, their keys and the endpoints of their webhooks, reconcile with them and close months.
import type { Route } from '../../route.ts';

export const deskPartners = {
  name: 'deskPartners',
  method: 'GET',
  path: '/desk/partners',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskAddPartner = {
  name: 'deskAddPartner',
  method: 'POST',
  path: '/desk/partners',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskChangePartner = {
  name: 'deskChangePartner',
  method: 'POST',
  path: '/desk/partners/change',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskClosePartner = {
  name: 'deskClosePartner',
  method: 'POST',
  path: '/desk/partners/close',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskMakePartnerKey = {
  name: 'deskMakePartnerKey',
  method: 'POST',
  path: '/desk/partners/key',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskClosePartnerKey = {
  name: 'deskClosePartnerKey',
  method: 'POST',
  path: '/desk/partners/key/close',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskReconciliation = {
  name: 'deskReconciliation',
  method: 'GET',
  path: '/desk/partners/reconciliation',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskReconciliationEntries = {
  name: 'deskReconciliationEntries',
  method: 'GET',
  path: '/desk/partners/reconciliation/entries',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskCloseMonth = {
  name: 'deskCloseMonth',
  method: 'POST',
  path: '/desk/partners/reconciliation/close',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskWebhooks = {
  name: 'deskWebhooks',
  method: 'GET',
  path: '/desk/partners/webhooks',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskAddWebhook = {
  name: 'deskAddWebhook',
  method: 'POST',
  path: '/desk/partners/webhooks/add',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskChangeWebhook = {
  name: 'deskChangeWebhook',
  method: 'POST',
  path: '/desk/partners/webhooks/change',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskSwitchWebhook = {
  name: 'deskSwitchWebhook',
  method: 'POST',
  path: '/desk/partners/webhooks/switch',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskRotateWebhookSecret = {
  name: 'deskRotateWebhookSecret',
  method: 'POST',
  path: '/desk/partners/webhooks/secret',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskTestWebhook = {
  name: 'deskTestWebhook',
  method: 'POST',
  path: '/desk/partners/webhooks/test',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;

export const deskReplayWebhook = {
  name: 'deskReplayWebhook',
  method: 'POST',
  path: '/desk/partners/webhooks/replay',
  auth: 'desk',
  callers: ['manager'],
} as const satisfies Route;
