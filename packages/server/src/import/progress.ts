/** What is being done, and how much of it is done; `total` is 0 while nobody knows it. */
export type Progress = (step: Step, done: number, total: number) => void

export type Step = 'reading' | 'hashing' | 'writing'
