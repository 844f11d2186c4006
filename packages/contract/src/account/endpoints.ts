export * from './account.ts'
export { changeBalance, showBalance } from './balance.ts'
export { agree, listOwed } from './consent.ts'
export {
  listPageEditions,
  listPlayerConsents,
  showPageEdition,
} from './consent-records.ts'
export { askForDeletion, cancelDeletion, showDeletion } from './deletion.ts'
export * from './email-confirmation.ts'
export { askForExport, downloadExport } from './export.ts'
export { changeOwnName, showOwnNames } from './names.ts'
export * from './registration.ts'
