import { createHash, timingSafeEqual } from 'node:crypto'
import { endpoints } from '@portal/contract'
import type { FastifyRequest } from 'fastify'
import type { App } from '../../app.ts'
import { route } from '../../http/route.ts'
import { countMails } from '../../mail/outbox-store.ts'
import { SECOND, stopwatch } from '../../platform/clock.ts'
import type { Load } from '../../platform/concurrency-limiter.ts'
import { Refusal } from '../../platform/errors.ts'
import {
  type Family,
  PROMETHEUS_TEXT,
  prometheusText,
  type Sample,
} from '../../platform/metrics/prometheus.ts'
import { isLoopback } from '../../platform/network/private-address.ts'
import { withTimeout } from '../../platform/with-timeout.ts'
import { connectionFamilies } from './connection-metrics.ts'

/** How long queries may take. Prometheus by default waits 10 s for all metrics. */
const DATABASE_TIMEOUT = 2 * SECOND

export function metricsRoute(app: App) {
  const text = prometheusText([...app.metrics.families, ...familiesOf(app)])
  return route(endpoints.metrics, async ({ request, reply }) => {
    if (!hasToken(app, request) && !isLocalRequest(request)) {
      throw new Refusal('auth.forbidden')
    }
    reply.type(PROMETHEUS_TEXT)
    return text()
  })
}

/**
 * Whether the request has the right token. Compares hashes, so that timing reveals neither the length nor a prefix of
 * the token.
 */
function hasToken({ config }: App, request: FastifyRequest): boolean {
  const [, token] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? []
  if (token === undefined || config.metricsToken === '') return false
  return timingSafeEqual(sha256(token), sha256(config.metricsToken))
}

const FORWARDING = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Whether a program on this machine sent the request. Uses only the address of the peer, regardless of TRUST_PROXY. A
 * proxy on this machine is such a peer too, so forwarded requests do not count. A request counts as not forwarded if it
 * has no forwarding header, its Host is this machine, and it is not HTTP/1.0. nginx uses HTTP/1.0 by default, but no
 * scraper does.
 */
function isLocalRequest({ socket, headers, raw }: FastifyRequest): boolean {
  const passedOn = FORWARDING.some((name) => headers[name] !== undefined)
  return (
    isLoopback(socket.remoteAddress ?? '') &&
    !passedOn &&
    raw.httpVersion !== '1.0' &&
    /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i.test(headers.host ?? '')
  )
}

function familiesOf(app: App): Family[] {
  return [
    {
      name: 'portal_leak_checks_total',
      help: 'New passwords looked up in the leak database; failures and skipped ones were accepted unchecked.',
      type: 'counter',
      samples() {
        const { hits, misses, failures, skipped } = app.breachList.counts()
        return byLabel('outcome', { hit: hits, miss: misses, failure: failures, skipped })
      },
    },
    {
      name: 'portal_old_site_total',
      help: 'Unknown names that the old site was asked about (legacyUrl), by its answer.',
      type: 'counter',
      samples: () => byLabel('outcome', app.previousSite.counts()),
    },
    {
      name: 'portal_identity_questions_total',
      help: 'Questions to services whose accounts players link, by their outcome.',
      type: 'counter',
      samples: () => byLabel('outcome', app.identityHosts.counts()),
    },
    queueFamily('portal_hashing_queue', 'Passwords being hashed, and those that wait.', () =>
      app.passwords.load(),
    ),
    queueFamily('portal_login_queue', 'Sign-ins being decided, and those that wait.', () =>
      app.loginLimiter.load(),
    ),
    queueFamily('portal_texture_queue', 'Uploads being read, and those that wait.', () =>
      app.textureLimiter.load(),
    ),
    queueFamily('portal_render_queue', 'Renders being drawn, and those that wait.', () =>
      app.renderLimiter.load(),
    ),
    {
      name: 'portal_database_ping_seconds',
      help: 'How long the database took for a trivial statement just now; absent while it is away.',
      type: 'gauge',
      samples: () => pingInTime(app),
    },
    ...connectionFamilies(app),
    {
      name: 'portal_mail_outbox',
      help: 'Mails that wait to be sent, that were given up, and that were held back within a day; all instances say the same.',
      type: 'gauge',
      samples: async () => byLabel('state', await countMailsInTime(app)),
    },
    {
      name: 'portal_build_info',
      help: 'Always 1.',
      type: 'gauge',
      samples: () => [{ labels: { version: app.version }, value: 1 }],
    },
  ]
}

/**
 * Counts mails by state. Returns an empty record while the database is unavailable, so that the other metrics are still
 * served.
 */
async function countMailsInTime({ db, clock }: App): Promise<Record<string, number>> {
  return withTimeout(DATABASE_TIMEOUT, countMails(db, clock.now())).catch(() => ({}))
}

async function pingInTime(app: App): Promise<Sample[]> {
  const timed = async (): Promise<Sample[]> => {
    const elapsed = stopwatch()
    await app.pingDatabase()
    return [{ labels: {}, value: elapsed() / SECOND }]
  }
  return withTimeout(DATABASE_TIMEOUT, timed()).catch(() => [])
}

function queueFamily(name: string, help: string, load: () => Load): Family {
  return { name, help, type: 'gauge', samples: () => byLabel('state', load()) }
}

function byLabel(label: string, values: Record<string, number>) {
  return Object.entries(values).map(([name, value]) => ({ labels: { [label]: name }, value }))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
