/**
 * What is being done, and how much of it is done; `total` is 0 while nobody knows it. A server waits for
 * it, so that it answers others in between.
 *
 * @throws ImportRefused when nobody wants it any more.
 */
export type Progress = (step: Step, done: number, total: number) => void | Promise<void>

export type Step = 'reading' | 'hashing' | 'writing'
