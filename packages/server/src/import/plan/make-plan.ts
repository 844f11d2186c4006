import { checkUsername } from '../../account/names/check-username.ts'
import type { App } from '../../app.ts'
import type { Bundle } from '../../permissions/permission-sets/permission-set.ts'
import { listBundles } from '../../permissions/permission-sets/permission-set-store.ts'
import { keyOf } from '../../players/player.ts'
import type { Progress } from '../progress.ts'
import type { Reading } from '../read/source.ts'
import { compareWithSite, leaveOutTaken } from './compare-with-site.ts'
import { settleTwins, skipShared } from './duplicate-store.ts'
import { addEntry, countWhere, entriesWhere, prepared, run, together } from './plan-store.ts'
import { type MadeOutfit, makeOutfits } from './prepare-appearances.ts'
import { openScratch, type Scratch } from './staging-store.ts'
import { isUsername, suggestName } from './suggest-name.ts'
import { putTexture } from './texture-store.ts'
import { type JudgedRow, judgeRow, NAME_FAULT, type Rules } from './validate-row.ts'

export type PlanOptions = Omit<Rules, 'roles' | 'groups'> & {
  /** The name of the source, under which the site remembers who came from it. */
  source: string
  preferLastSeen: boolean
  /** Roles and donate groups that will be made for the players. */
  newBundles?: readonly Bundle[]
  /**
   * As `import players` does it: the first of two rows that share something comes, and whoever shares
   * something with a player of this site is at fault.
   */
  strict: boolean
}

/**
 * Reads a source whole into a scratch file and decides what becomes of each row. Nothing is written to the
 * site; memory holds a slice of the source at a time.
 *
 * @throws ImportRefused and errors of the source; the scratch file is deleted then.
 */
export async function makePlan(
  app: Pick<App, 'db' | 'clock' | 'config' | 'random'>,
  reading: Reading,
  options: PlanOptions,
  progress: Progress,
): Promise<Scratch> {
  const scratch = openScratch(app.config.dataDir, app.random)
  try {
    const bundles = [...(await listAllBundles(app)), ...(options.newBundles ?? [])]
    const rules = { ...options, roles: idsOf(bundles, 'role'), groups: idsOf(bundles, 'group') }
    for await (const slice of reading.slices) {
      const outfits = await makeOutfits(slice, bundles)
      together(scratch, () => {
        for (const [place, row] of slice.entries()) {
          add(scratch, judgeRow(row, rules), outfits[place], options)
        }
      })
      await progress('reading', reading.done(), reading.total())
    }
    if (options.strict) {
      await leaveOutTaken(app, scratch, options.source)
    } else {
      settleTwins(scratch, options)
      await compareWithSite(app, scratch, options.source)
      await suggestNames(app, scratch)
    }
    return scratch
  } catch (error) {
    scratch[Symbol.dispose]()
    throw error
  }
}

function add(
  scratch: Scratch,
  judged: JudgedRow,
  made: MadeOutfit | undefined,
  { strict }: PlanOptions,
): void {
  const { outfit = {}, textures = [], notes = [] } = made ?? {}
  for (const texture of textures) putTexture(scratch, texture)
  const seq = addEntry(scratch, { ...judged, notes: [...judged.notes, ...notes] }, outfit)
  if (!strict || judged.faults.length > 0) return
  const { username, uuid = null, player } = judged
  const emailKey = player.email === undefined ? null : keyOf(player.email)
  skipShared(scratch, { seq, nameKey: keyOf(username), emailKey, uuid })
}

async function listAllBundles({ db }: Pick<App, 'db'>): Promise<Bundle[]> {
  return [...(await listBundles(db, 'role')), ...(await listBundles(db, 'group'))]
}

function idsOf(bundles: readonly Bundle[], kind: Bundle['kind']): Set<string> {
  return new Set(bundles.filter((bundle) => bundle.kind === kind).map(({ id }) => id))
}

/** How many proposals are looked up at the site; beyond it a proposal may be taken. */
const MOST_SUGGESTED = 1_000

/** Proposes a rename for each name that this site cannot take. */
async function suggestNames(app: Pick<App, 'db' | 'clock'>, scratch: Scratch): Promise<void> {
  const faulty = entriesWhere(
    scratch,
    `seq in (select seq from remark where kind = 'fault' and text = ? limit ${MOST_SUGGESTED})`,
    [NAME_FAULT],
  )
  const given = new Set<string>()
  for (const { seq, name, username } of faulty) {
    if (isUsername(username)) continue
    const taken = new Set<string>()
    const isFree = (candidate: string): boolean => {
      const key = keyOf(candidate)
      if (given.has(key) || taken.has(key)) return false
      return prepared(scratch, 'select 1 from entry where name_key = ?').get(key) === undefined
    }
    let proposed = suggestName(name, isFree)
    while (!(await checkUsername(app, proposed)).available) {
      taken.add(keyOf(proposed))
      proposed = suggestName(name, isFree)
    }
    given.add(keyOf(proposed))
    const better = `${NAME_FAULT}; --rename '${name}=${proposed}' takes them along`
    run(scratch, 'update remark set text = ? where seq = ? and text = ?', [better, seq, NAME_FAULT])
  }
}

/** Tells which renames no row asked for: the old name may be misspelt. */
export function unusedRenames(scratch: Scratch, renames: ReadonlyMap<string, string>): string[] {
  return [...renames.keys()].filter((name) => countWhere(scratch, 'name = ?', [name]) === 0)
}
