import type { App } from '../../app.ts'
import { supportsAutocommit } from '../../database/compiled-query.ts'
import type { PoolLoad } from '../../database/pool-load.ts'
import { SECOND } from '../../platform/clock.ts'
import type { Family, Sample } from '../../platform/metrics/prometheus.ts'

export function connectionFamilies(app: Pick<App, 'db'>): Family[] {
  const family = (
    about: Pick<Family, 'name' | 'help' | 'type'>,
    samplesOf: (load: PoolLoad) => Sample[],
  ): Family => ({
    ...about,
    samples: () =>
      Object.entries(loadsOf(app) ?? {}).flatMap(([pool, load]) =>
        samplesOf(load).map((sample) => ({ ...sample, labels: { pool, ...sample.labels } })),
      ),
  })
  return [
    family(
      {
        name: 'portal_database_connections',
        help: 'Connections to PostgreSQL that are used and idle.',
        type: 'gauge',
      },
      ({ used, idle }) => [
        { labels: { state: 'used' }, value: used },
        { labels: { state: 'idle' }, value: idle },
      ],
    ),
    family(
      {
        name: 'portal_database_waiting',
        help: 'Those that wait for a connection at the moment.',
        type: 'gauge',
      },
      ({ waiting }) => [{ labels: {}, value: waiting }],
    ),
    family(
      {
        name: 'portal_database_waits_total',
        help: 'Times that nobody had a connection to give at once, a new one included.',
        type: 'counter',
      },
      ({ waits }) => [{ labels: {}, value: waits }],
    ),
    family(
      {
        name: 'portal_database_wait_seconds_total',
        help: 'How long all of these waited together.',
        type: 'counter',
      },
      ({ waited }) => [{ labels: {}, value: waited / SECOND }],
    ),
  ]
}

function loadsOf({ db }: Pick<App, 'db'>) {
  const { adapter } = db.getExecutor()
  return supportsAutocommit(adapter) ? adapter.poolLoads?.() : undefined
}
