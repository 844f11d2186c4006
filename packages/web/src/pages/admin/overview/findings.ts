import { t, te } from '../../../i18n/i18n.ts'
import { fromNow } from '../../../ui/formats.ts'

/** A problem that the site noticed about itself, as a sentence for the owner. */
export function findingSentence(finding: { name: string; detail: string; at: string }): string {
  const key = `findings.${finding.name}`
  const { detail } = finding
  const sentence = te(key) ? t(key, { detail }) : `${finding.name}: ${detail}`
  return `${sentence} (${fromNow(finding.at)})`
}
