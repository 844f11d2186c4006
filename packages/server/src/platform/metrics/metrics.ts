import { SECOND } from '../clock.ts'
import type { Family, Sample } from './prometheus.ts'

/**
 * Counts what happens in this process. Counting takes only a few additions, because it is part of every request. Labels
 * are never values from callers.
 */
export type Metrics = {
  countRequest(answered: CompletedRequest): void
  countLogin(outcome: string): void
  countRateLimited(limit: string): void
  countRefusal(code: string): void
  countJoin(outcome: string): void
  countKeyRefusal(reason: string): void
  families: readonly Family[]
}

/**
 * A request with its response. `route` is a path of the contract, `page`, or `none` for an unknown address. `duration`
 * is in milliseconds.
 */
export type CompletedRequest = { route: string; method: string; status: number; duration: number }

export function openMetrics(): Metrics {
  const requests = requestCounter()
  const logins = labelledCounter({
    name: 'portal_login_total',
    help: 'Sign-ins by their outcome, on the site and through launchers.',
    label: 'outcome',
  })
  const rateLimited = labelledCounter({
    name: 'portal_rate_limited_total',
    help: 'Requests refused because a limit was used up.',
    label: 'limit',
  })
  const refusals = labelledCounter({
    name: 'portal_refusals_total',
    help: 'Refused requests, by their code.',
    label: 'code',
  })
  const keyRefusals = labelledCounter({
    name: 'portal_api_key_refusals_total',
    help: 'Launcher servers that were not let in: bad key, address not trusted, or not permitted.',
    label: 'reason',
  })
  const joins = labelledCounter({
    name: 'portal_game_joins_total',
    help: 'Answers to game servers that asked through Yggdrasil whether a player may come in.',
    label: 'outcome',
  })
  const counters = [logins, rateLimited, refusals, keyRefusals, joins]
  return {
    countRequest: requests.count,
    countLogin: logins.count,
    countRateLimited: rateLimited.count,
    countRefusal: refusals.count,
    countJoin: joins.count,
    countKeyRefusal: keyRefusals.count,
    families: [...requests.families, ...counters.map(({ family }) => family)],
  }
}

function labelledCounter(about: { name: string; help: string; label: string }) {
  const counts = new Map<string, number>()
  const family: Family = {
    name: about.name,
    help: about.help,
    type: 'counter',
    samples: () =>
      [...counts].map(([value, count]) => ({ labels: { [about.label]: value }, value: count })),
  }
  return {
    family,
    count: (value: string) => void counts.set(value, (counts.get(value) ?? 0) + 1),
  }
}

const BOUNDS: readonly number[] = [1, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, Infinity]

/** The counts of one route and method. A bucket does not include the counts of smaller buckets. */
type RouteCounts = {
  labels: { method: string; route: string }
  statuses: Map<number, number>
  buckets: number[]
  totalDuration: number
}

function requestCounter() {
  const routes = new Map<string, Map<string, RouteCounts>>()
  const all = (): RouteCounts[] =>
    [...routes.values()].flatMap((byMethod) => [...byMethod.values()])

  const countsOf = (route: string, method: string): RouteCounts => {
    const byMethod = routes.get(route) ?? new Map<string, RouteCounts>()
    routes.set(route, byMethod)
    const fresh: RouteCounts = {
      labels: { method, route },
      statuses: new Map(),
      buckets: BOUNDS.map(() => 0),
      totalDuration: 0,
    }
    byMethod.set(method, fresh)
    return fresh
  }

  return {
    count({ route, method, status, duration }: CompletedRequest): void {
      const counts = routes.get(route)?.get(method) ?? countsOf(route, method)
      counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1)
      counts.totalDuration += duration
      const bucket = BOUNDS.findIndex((bound) => duration <= bound)
      counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1
    },
    families: [requestFamily(all), durationFamily(all)],
  }
}

function requestFamily(all: () => RouteCounts[]): Family {
  return {
    name: 'portal_http_requests_total',
    help: 'Requests answered, by the pattern of their address.',
    type: 'counter',
    samples: () =>
      all().flatMap(({ labels, statuses }) =>
        [...statuses].map(([status, count]) => ({ labels: { ...labels, status }, value: count })),
      ),
  }
}

const DURATION = 'portal_http_request_duration_seconds'

function durationFamily(all: () => RouteCounts[]): Family {
  return {
    name: DURATION,
    help: 'Time from the arrival of a request to the end of its answer.',
    type: 'histogram',
    samples: () => all().flatMap(durationSamples),
  }
}

/** Returns the samples of a histogram with cumulative buckets, as Prometheus requires. */
function durationSamples({ labels, buckets, totalDuration }: RouteCounts): Sample[] {
  let below = 0
  const cumulative = BOUNDS.map((bound, index): Sample => {
    below += buckets[index] ?? 0
    const le = bound === Infinity ? '+Inf' : bound / SECOND
    return { name: `${DURATION}_bucket`, labels: { ...labels, le }, value: below }
  })
  return [
    ...cumulative,
    { name: `${DURATION}_sum`, labels, value: totalDuration / SECOND },
    { name: `${DURATION}_count`, labels, value: below },
  ]
}
