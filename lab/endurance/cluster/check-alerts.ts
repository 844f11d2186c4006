import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Stage } from './stage.ts'

const DEPLOYED = join(import.meta.dirname, '../../../deploy')
const FILES = ['several-machines/alerts.yml', 'grafana/several-machines.json']

/** Lists metrics in alerts and dashboard that no program of the installation has. */
export async function unknownMetrics({ cluster, portals }: Stage): Promise<string[]> {
  const { address } = await cluster.primary()
  const pages = [
    ...[8008, 8405, 2379].map((port) => `http://${address}:${port}/metrics`),
    ...portals.map(({ origin }) => `${origin}/metrics`),
  ]
  const texts = await Promise.all(pages.map(async (page) => (await fetch(page)).text()))
  const known = texts.join('\n')
  const named = FILES.flatMap((file) => {
    const text = readFileSync(join(DEPLOYED, file), 'utf8')
    return text.match(/\b(patroni|haproxy|etcd|portal)_[a-z_]+\b/g) ?? []
  })
  return [...new Set(named)].filter(
    (name) => !new RegExp(`^(# TYPE )?${name}[ {]`, 'm').test(known),
  )
}
