import type { App } from '../app.ts'
import type { ChangeDeps } from '../audit/change.ts'

export type WorkerDeps = ChangeDeps & Pick<App, 'config' | 'log' | 'version'>
