export {
  endImport,
  lookAtImport,
  proveImport,
  sendResetLinks,
  showImport,
  showResetLinks,
  startImport,
  uploadImport,
} from './import.ts'
