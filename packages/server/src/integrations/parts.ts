import type { App } from '../app.ts'
import { type ConcurrencyLimiter, concurrencyLimiter } from '../platform/concurrency-limiter.ts'
import { type KeyUsageRecorder, keyUsageRecorder } from './api-keys/key-usage.ts'
import { RoleWorker } from './discord/role-worker.ts'
import { EventStreams } from './event-stream/event-streams.ts'

export type IntegrationParts = {
  discordRoles: RoleWorker
  eventStreams: EventStreams
  keyUsage: KeyUsageRecorder
  signingLimiter: ConcurrencyLimiter
}

const MAX_CONCURRENT_SIGNATURES = 2 // each signature takes milliseconds of the threads that also hash passwords
const MAX_QUEUED_SIGNATURES = 256

type Base = Pick<
  App,
  | 'config'
  | 'db'
  | 'clock'
  | 'random'
  | 'keys'
  | 'settings'
  | 'mailWorker'
  | 'events'
  | 'log'
  | 'version'
>

export function openIntegrations(base: Base): IntegrationParts {
  return {
    discordRoles: new RoleWorker(base),
    eventStreams: new EventStreams(base),
    keyUsage: keyUsageRecorder(base),
    signingLimiter: concurrencyLimiter(MAX_CONCURRENT_SIGNATURES, MAX_QUEUED_SIGNATURES),
  }
}
