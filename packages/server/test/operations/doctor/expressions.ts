import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sample } from './prometheus.ts'

export const DEPLOY = join(import.meta.dirname, '../../../../../deploy')

/**
 * Lists the expressions of the alerts: the text after `expr:`, or the more deeply indented lines below it.
 */
export function alertExpressions(file = 'prometheus/alerts.yml'): string[] {
  const lines = readFileSync(join(DEPLOY, file), 'utf8').split('\n')
  return lines.flatMap((line, at) => {
    const [, indent = '', first = ''] = /^( +)expr: (.*)$/.exec(line) ?? []
    if (indent === '') return []
    if (first !== '|') return [first]
    const below = lines.slice(at + 1)
    const end = below.findIndex((next) => !next.startsWith(`${indent}  `))
    return [below.slice(0, end).join(' ')]
  })
}

type Panel = { type: string; title: string; targets?: { expr: string }[] }

export function dashboard(file = 'grafana/portal.json'): {
  schemaVersion: number
  panels: Panel[]
} {
  return JSON.parse(readFileSync(join(DEPLOY, file), 'utf8'))
}

export function dashboardExpressions(file = 'grafana/portal.json'): string[] {
  return dashboard(file).panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
}

/** Labels that Prometheus adds. */
const ADDED = ['job', 'instance', 'le']
const METRIC = /\b((?:portal|process|nodejs)_\w+)(?:\{([^}]*)\})?/g

/** Lists metrics, labels and label values in expressions that the samples lack. */
export function missing(expressions: readonly string[], samples: readonly Sample[]): string[] {
  return expressions.flatMap((expression) => {
    const used = [...expression.matchAll(METRIC)]
    const known = samples.filter(({ name }) => used.some(([, metric]) => metric === name))
    const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) =>
      list.split(',').map((label) => label.trim()),
    )
    return [
      ...used.flatMap(([, metric = '', matchers = '']) => missingOf(metric, matchers, samples)),
      ...grouped
        .filter((label) => !ADDED.includes(label) && !known.some(({ labels }) => label in labels))
        .map((label) => `${expression}: ${label}`),
    ]
  })
}

function missingOf(metric: string, matchers: string, samples: readonly Sample[]): string[] {
  const own = samples.filter(({ name }) => name === metric)
  if (own.length === 0) return [metric]
  const named = [...matchers.matchAll(/(\w+)\s*(=~|=)\s*"([^"]*)"/g)]
  return named
    .filter(([, label = '', operator, value = '']) => {
      if (ADDED.includes(label)) return false
      const fits = new RegExp(`^(?:${operator === '=' ? RegExp.escape(value) : value})$`)
      return !own.some(({ labels }) => fits.test(labels[label] ?? ''))
    })
    .map(([matcher]) => `${metric}{${matcher}}`)
}
