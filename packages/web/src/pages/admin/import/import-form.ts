import type { ImportRun } from '@portal/contract'
import { reactive } from 'vue'
import type { Ask } from '../../../api.ts'

export type LookForm = ReturnType<typeof newLook>

/** What the owner says about the old site; it stays while the page is open, so that they can look again. */
export function newLook() {
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
    offlineUuids: false,
    preferLastSeen: false,
    /** Empty for who stays behind. */
    renames: {} as Record<string, string>,
  })
}

/** The body of a look; empty fields are left out. */
export function bodyOf(form: LookForm): Ask<'lookAtImport'>['body'] {
  const { source, by, address, table, prefix, scheme, salt, key, delimiter } = form
  const { offlineUuids, preferLastSeen, renames } = form
  const texts = { table, prefix, scheme, salt, key, ...(by === 'address' && { address }) }
  const given = Object.entries(texts)
    .map(([name, text]) => [name, text.trim()] as const)
    .filter(([, text]) => text !== '')
  return {
    source,
    ...Object.fromEntries(given),
    ...(source === 'csv' && delimiter !== '' && { delimiter }),
    offlineUuids,
    preferLastSeen,
    renames: Object.entries(renames).flatMap(([from, to]) => (to === '' ? [] : [{ from, to }])),
  }
}

/** Takes over what a run that was begun before a reload says of itself. */
export function follow(form: LookForm, run: ImportRun): void {
  if (run.source !== null) form.source = run.source
  if (run.place !== null) form.by = 'address'
}

/** Whether the site works on it, so that the page looks again soon. */
export function isWorking({ phase }: ImportRun): boolean {
  return phase === 'reading' || phase === 'proving' || phase === 'writing'
}
