import type { ImportMessageCode } from '@portal/contract'
import { checkUsername } from '../../account/names/check-username.ts'
import type { App } from '../../app.ts'
import type { PermissionSet } from '../../permissions/permission-sets/permission-set.ts'
import { listPermissionSets } from '../../permissions/permission-sets/permission-set-store.ts'
import { lookupKey } from '../../players/player.ts'
import type { ReportProgress } from '../progress.ts'
import type { SourceReader } from '../read/source.ts'
import { compareWithSite, skipTaken } from './compare-with-site.ts'
import { resolveDuplicates, skipShared } from './duplicate-store.ts'
import { addEntry, countWhere, entriesWhere, inTransaction, prepared, run } from './plan-store.ts'
import { type PreparedAppearance, prepareAppearances } from './prepare-appearances.ts'
import { openStaging, type StagingDatabase } from './staging-store.ts'
import { isUsername, suggestName } from './suggest-name.ts'
import { insertStagedTexture } from './texture-store.ts'
import { type ValidatedRow, type ValidationRules, validateRow } from './validate-row.ts'

export type PlanOptions = Omit<ValidationRules, 'roles' | 'groups'> & {
  /** The name of the source under which its players are recorded. */
  source: string
  preferLastSeen: boolean
  newPermissionSets?: readonly PermissionSet[]
  /**
   * Whether the rules of `import players` apply: of two rows that share a value, the first is imported, and a row that
   * shares a value with a player of this site is a fault.
   */
  strict: boolean
}

/**
 * Makes a plan of an import in a staging file. Writes nothing to the site. Holds one batch of the source in memory.
 * @throws ImportRefused and errors of the source, after deleting the staging file
 */
export async function makePlan(
  app: Pick<App, 'db' | 'clock' | 'config' | 'random'>,
  reader: SourceReader,
  options: PlanOptions,
  progress: ReportProgress,
): Promise<StagingDatabase> {
  const staging = openStaging(app.config.dataDir, app.random)
  try {
    const permissionSets = [
      ...(await listAllPermissionSets(app)),
      ...(options.newPermissionSets ?? []),
    ]
    const rules = {
      ...options,
      roles: idsOf(permissionSets, 'role'),
      groups: idsOf(permissionSets, 'group'),
    }
    for await (const batch of reader.batches) {
      const appearances = await prepareAppearances(batch, permissionSets)
      inTransaction(staging, () => {
        for (const [index, row] of batch.entries()) {
          add(staging, validateRow(row, rules), appearances[index], options)
        }
      })
      await progress('reading', reader.done(), reader.total())
    }
    if (options.strict) {
      await skipTaken(app, staging, options.source)
    } else {
      resolveDuplicates(staging, options)
      await compareWithSite(app, staging, options.source)
      await suggestNames(app, staging)
    }
    return staging
  } catch (error) {
    staging[Symbol.dispose]()
    throw error
  }
}

function add(
  staging: StagingDatabase,
  validated: ValidatedRow,
  preparedAppearance: PreparedAppearance | undefined,
  { strict }: PlanOptions,
): void {
  const { appearance = {}, textures = [], notes = [] } = preparedAppearance ?? {}
  for (const texture of textures) insertStagedTexture(staging, texture)
  const seq = addEntry(staging, { ...validated, notes: [...validated.notes, ...notes] }, appearance)
  if (!strict || validated.faults.length > 0) return
  const { username, uuid = null, player } = validated
  const emailKey = player.email === undefined ? null : lookupKey(player.email)
  skipShared(staging, { seq, nameKey: lookupKey(username), emailKey, uuid })
}

async function listAllPermissionSets({ db }: Pick<App, 'db'>): Promise<PermissionSet[]> {
  return [...(await listPermissionSets(db, 'role')), ...(await listPermissionSets(db, 'group'))]
}

function idsOf(permissionSets: readonly PermissionSet[], kind: PermissionSet['kind']): Set<string> {
  return new Set(
    permissionSets.filter((permissionSet) => permissionSet.kind === kind).map(({ id }) => id),
  )
}

/** How many suggested names are checked at most. */
const MAX_SUGGESTIONS = 1_000
const INVALID_NAME: ImportMessageCode = 'name-invalid'

/** Suggests for each name that is not valid on this site a name that is valid and available. */
async function suggestNames(
  app: Pick<App, 'db' | 'clock'>,
  staging: StagingDatabase,
): Promise<void> {
  const faulty = entriesWhere(
    staging,
    `seq in (select seq from remark where kind = 'fault' and code = ? limit ${MAX_SUGGESTIONS})`,
    [INVALID_NAME],
  )
  const given = new Set<string>()
  for (const { seq, name, username } of faulty) {
    if (isUsername(username)) continue
    const taken = new Set<string>()
    const isFree = (candidate: string): boolean => {
      const key = lookupKey(candidate)
      if (given.has(key) || taken.has(key)) return false
      return prepared(staging, 'select 1 from entry where name_key = ?').get(key) === undefined
    }
    let proposed = suggestName(name, isFree)
    while (!(await checkUsername(app, proposed)).available) {
      taken.add(lookupKey(proposed))
      proposed = suggestName(name, isFree)
    }
    given.add(lookupKey(proposed))
    run(staging, 'update entry set suggested_name = ? where seq = ?', [proposed, seq])
  }
}

/** Returns the old names of renames that match no row, which may be misspelled. */
export function unusedRenames(
  staging: StagingDatabase,
  renames: ReadonlyMap<string, string>,
): string[] {
  return [...renames.keys()].filter((name) => countWhere(staging, 'name = ?', [name]) === 0)
}
