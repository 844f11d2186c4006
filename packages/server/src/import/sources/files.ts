import { readFileRows } from '../read/file-rows.ts'
import { MORE_COLUMNS } from '../read/read-columns.ts'
import type { Source } from '../read/source.ts'

export const csv: Source = fileSource({
  name: 'csv',
  title: 'CSV',
  about: {
    en: 'Any table, saved as text. The first line has the names of the columns.',
    ru: 'Любая таблица, сохранённая как текст. В первой строке — названия столбцов.',
  },
  description: 'CSV whose first line names the columns',
})

export const jsonl: Source = fileSource({
  name: 'jsonl',
  title: 'JSON lines',
  about: {
    en: 'One player per line.',
    ru: 'По игроку на строку.',
  },
  description: 'JSON lines: an object a line',
})

function fileSource(
  format: Pick<Source, 'title' | 'about' | 'description'> & { name: 'csv' | 'jsonl' },
): Source {
  return {
    ...format,
    places: ['file'],
    columns: MORE_COLUMNS,
    async open(from, { delimiter, columns }) {
      if (!('file' in from)) throw new Error('a file is needed')
      return readFileRows(from.file, { format: format.name, delimiter, columns })
    },
  }
}
