import type { ImportRun } from '@portal/contract'
import { reactive } from 'vue'
import type { RequestInput } from '../../../api.ts'
import type { CsvColumn } from './csv-columns.ts'

export type ImportFormFields = ReturnType<typeof newImportForm>

/** Makes the options of the import. They are kept while the page is open, so that the preview can be repeated. */
export function newImportForm() {
  return reactive({
    source: 'authme',
    by: 'file' as 'file' | 'address',
    address: '',
    table: '',
    prefix: '',
    scheme: '',
    salt: '',
    key: '',
    delimiter: ',',
    /** The columns of a CSV file that was chosen since the page was opened. */
    columns: [] as CsvColumn[],
    offlineUuids: false,
    preferLastSeen: false,
    /** The new names by old name; the new name of a player to skip is empty. */
    renames: {} as Record<string, string>,
  })
}

/** Makes the request body of a preview, without empty fields. */
export function importBody(form: ImportFormFields): RequestInput<'lookAtImport'>['body'] {
  const { source, by, address, table, prefix, scheme, salt, key, delimiter } = form
  const { offlineUuids, preferLastSeen, renames, columns } = form
  const texts = { table, prefix, scheme, salt, key, ...(by === 'address' && { address }) }
  const given = Object.entries(texts)
    .map(([name, text]) => [name, text.trim()] as const)
    .filter(([, text]) => text !== '')
  return {
    source,
    ...Object.fromEntries(given),
    ...(source === 'csv' && delimiter !== '' && { delimiter }),
    ...(source === 'csv' && { columns: assigned(columns) }),
    offlineUuids,
    preferLastSeen,
    renames: Object.entries(renames).flatMap(([from, to]) => (to === '' ? [] : [{ from, to }])),
  }
}

function assigned(columns: readonly CsvColumn[]): { ours: string; theirs: string }[] {
  return columns.flatMap(({ name, field }) =>
    field === '' || field === name ? [] : [{ ours: field, theirs: name }],
  )
}

/** Takes over the options of a run that was started before a reload. */
export function followRun(form: ImportFormFields, run: ImportRun): void {
  if (run.source !== null) form.source = run.source
  if (run.place !== null) form.by = 'address'
}

/** Whether the site is working on the run, so that the page keeps polling. */
export function isWorking({ phase }: ImportRun): boolean {
  return phase === 'reading' || phase === 'proving' || phase === 'writing'
}
