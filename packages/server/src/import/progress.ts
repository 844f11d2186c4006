/**
 * Reports progress. `total` is 0 while it is unknown. Await it, so that a server answers other requests in between.
 * @throws ImportRefused after the import was canceled
 */
export type ReportProgress = (step: ImportStep, done: number, total: number) => void | Promise<void>

export type ImportStep = 'reading' | 'hashing' | 'writing'
