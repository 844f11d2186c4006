/**
 * Reports the progress of an import. `total` is 0 while it is unknown. The import awaits each report, so that the
 * server can answer other requests in between.
 * @throws ImportRefused after the import was canceled
 */
export type ReportProgress = (step: ImportStep, done: number, total: number) => void | Promise<void>

export type ImportStep = 'reading' | 'hashing' | 'writing'
