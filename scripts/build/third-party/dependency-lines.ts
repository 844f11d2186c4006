import { type Lock, resolveIn } from './lock.ts'

/** A line of docs/dependencies.md: `| name | for | why | licence | install script |`. */
type Line = { name: string; licence: string; script: string }

/**
 * Lists where docs/dependencies.md differs from package.json and package-lock.json. Every direct dependency must have a
 * line under its workspace; lines without a dependency are also reported.
 */
export function dependencyViolations(document: string, lock: Lock): string[] {
  const sections = sectionsOf(document)
  return lock.workspaces.flatMap(({ folder, needs }) => {
    const place = folder || 'the root'
    const lines = sections.get(place) ?? []
    const foreign = needs.filter((name) => !name.startsWith('@portal/'))
    const names = lines.map(({ name }) => name)
    return [
      ...foreign
        .filter((name) => !names.includes(name))
        .map((name) => `${place}: ${name} has no line`),
      ...names
        .filter((name) => !foreign.includes(name))
        .map((name) => `${place}: ${name} is not a dependency`),
      ...lines.flatMap((line) =>
        violationIn(line, folder, lock).map((wrong) => `${place}: ${wrong}`),
      ),
    ]
  })
}

function violationIn({ name, licence, script }: Line, folder: string, lock: Lock): string[] {
  const found = lock.packages.get(resolveIn(lock, folder, name) ?? '')
  if (!found) return []
  const has = found.hasInstallScript
  return [
    ...(licence === found.licence ? [] : [`${name} has the licence ${found.licence}`]),
    ...((script !== 'no') === has ? [] : [`${name} has ${has ? 'an' : 'no'} install script`]),
  ]
}

function sectionsOf(document: string): Map<string, Line[]> {
  const sections = document.split(/^## /m).slice(1)
  return new Map(sections.map((text) => [text.slice(0, text.indexOf('\n')).trim(), linesOf(text)]))
}

function linesOf(section: string): Line[] {
  const rows = section.split('\n').filter((row) => row.startsWith('| `'))
  return rows.map((row) => {
    const [name = '', , , licence = '', script = ''] = row
      .split('|')
      .slice(1)
      .map((cell) => cell.trim())
    return { name: name.replaceAll('`', ''), licence, script }
  })
}
