import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

export type Violation = { id: string; impact: string; targets: string[] }

/** Finds violations with axe-core: of the given rules, or by default of all rules, including best practices. */
export async function violationsOn(page: Page, rules?: readonly string[]): Promise<Violation[]> {
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  const isLoaded = await page.evaluate('"axe" in window')
  if (!isLoaded) await page.evaluate(axe) // through the debugger, which bypasses the content security policy
  return page.evaluate(`axe.run(${options}).then(({ violations }) => violations
    .map(({ id, impact, nodes }) => ({ id, impact, targets: nodes.map(({ target, failureSummary }) => target.join(' ') + ' ' + failureSummary) })))`)
}
