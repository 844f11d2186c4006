import type { SourceKind } from '../../packages/server/src/import/read/source.ts'
import { sources } from '../../packages/server/src/import/sources/sources.ts'
import { code, markdownTable } from './markdown-table.ts'

const PLACES: Record<SourceKind, string> = {
  sqlite: 'SQLite',
  mysql: 'MySQL, MariaDB',
  postgres: 'PostgreSQL',
  file: 'a file',
}

/** Makes the table of the programs from which players can be imported. */
export function sourcesTable(): string {
  return markdownTable(
    ['Source', 'Program', 'About', 'Read from'],
    sources.map(({ name, title, about, places }) => [
      code(name),
      title,
      about.en,
      places.map((place) => PLACES[place]).join(', '),
    ]),
  )
}
