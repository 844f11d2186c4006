import { t, te } from '../../../i18n/i18n.ts'
import { fromNow } from '../../../ui/formats.ts'

/** Returns the text of a problem that the site has detected. */
export function findingMessage(finding: { name: string; detail: string; at: string }): string {
  const key = `findings.${finding.name}`
  const { detail } = finding
  const sentence = te(key) ? t(key, { detail }) : `${finding.name}: ${detail}`
  return `${sentence} (${fromNow(finding.at)})`
}
