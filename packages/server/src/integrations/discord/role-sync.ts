import type { DiscordProblem } from '@portal/contract'
import type { App } from '../../app.ts'
import { HOUR, MINUTE, SECOND } from '../../platform/clock.ts'
import { checkServer, problemOf, type ServerCheck } from './check-server.ts'
import { credentialsOf, type DiscordBot, type DueMember, type Mapping } from './discord.ts'
import { DiscordApi, type Failure } from './discord-api.ts'
import {
  clearOldRefusals,
  listMappings,
  updateProblem,
  updateRoleProblem,
} from './discord-store.ts'
import { deleteMember, listDueMembers, markAll, planMember } from './member-store.ts'
import { type SyncResult, syncMember } from './sync-member.ts'

const MEMBERS_AT_ONCE = 5
/** The longest pause after failures. The first pause is a second, and each further one is twice as long. */
const MAX_PAUSE = 30 * SECOND
/** The pause while the token or server is wrong. Discord counts such requests ("Rate Limits" in its documentation). */
const CONFIGURATION_PAUSE = MINUTE
const PROBLEM_CHECK_INTERVAL = MINUTE
const REFUSAL_TTL = HOUR

export type SyncDeps = Pick<App, 'db' | 'clock' | 'keys' | 'config' | 'log'> & { version: string }

/** Compares and corrects the roles of marked Discord accounts, with one request at a time. */
export class RoleSync {
  readonly #app: SyncDeps
  readonly #mayContinue: () => boolean
  #api: { sealed: string | null; server: string | null; client: DiscordApi } | undefined
  #pausedUntil = 0
  #failures = 0
  #nextProblemCheckAt = 0

  /** @param mayContinue returns whether this process may still change roles */
  constructor(app: SyncDeps, mayContinue: () => boolean) {
    this.#app = app
    this.#mayContinue = mayContinue
  }

  reset(): void {
    this.#api = undefined
    this.#pausedUntil = 0
    this.#failures = 0
    this.#nextProblemCheckAt = 0
  }

  /**
   * Compares the roles of some accounts.
   * @returns whether more are due now
   */
  async run(bot: DiscordBot): Promise<boolean> {
    const { db, clock } = this.#app
    const api = await this.#apiFor(bot)
    if (!api || clock.now() < this.#pausedUntil) return false
    await this.#checkProblems(api, bot)
    const mappings = await listMappings(db)
    const due = await listDueMembers(db, clock.now(), MEMBERS_AT_ONCE)
    for (const member of due) {
      if (!this.#mayContinue()) return false
      const mayContinue = this.#mayContinue
      const result = await syncMember(this.#app, api, member, { mappings, mayContinue })
      if (result.failure) return this.#pause(bot, member, result.failure)
      await this.#finish(bot, member, result)
      if (result.refused.size > 0) {
        await this.#recordRefusals(api, bot, result.refused)
        return true // the mapping was changed in the meantime
      }
    }
    return due.length === MEMBERS_AT_ONCE
  }

  async #apiFor(bot: DiscordBot): Promise<DiscordApi | undefined> {
    const { server, tokenSealed: sealed } = bot
    if (this.#api?.sealed === sealed && this.#api.server === server) return this.#api.client
    if (this.#api) this.reset()
    const credentials = await credentialsOf(this.#app.keys, bot)
    if (!credentials) return undefined
    const client = new DiscordApi(this.#app, credentials)
    this.#api = { sealed, server, client }
    return client
  }

  async #finish(bot: DiscordBot, member: DueMember, result: SyncResult): Promise<void> {
    const { db } = this.#app
    this.#failures = 0
    await this.#report(bot, null)
    const isForgotten = !result.isLinked && result.isComplete
    if (isForgotten) await deleteMember(db, member)
    else await planMember(db, member, result.changesAt)
  }

  /** Keeps a member due and pauses. A member that always fails moves behind the others. */
  async #pause(bot: DiscordBot, member: DueMember, failure: Failure): Promise<false> {
    const now = this.#app.clock.now()
    const problem = problemOf(failure)
    const retryAt = failure.is === 'away' ? failure.retryAt : undefined
    if (retryAt === undefined) this.#failures += 1
    const pause =
      problem === 'away'
        ? Math.min(SECOND * 2 ** (this.#failures - 1), MAX_PAUSE)
        : CONFIGURATION_PAUSE
    this.#pausedUntil = retryAt ?? now + pause
    if (retryAt !== undefined) return false // a rate limit is no fault of the member or of Discord
    await planMember(this.#app.db, member, now + (problem === 'away' ? pause : 0))
    const reason = failure.is === 'away' ? failure.reason : failure.is
    this.#app.log.warn({ reason }, 'Discord roles could not be updated; retrying')
    await this.#report(bot, problem)
    return false
  }

  async #report(bot: DiscordBot, problem: DiscordProblem | null): Promise<void> {
    if (bot.problem === problem) return
    bot.problem = problem
    await updateProblem(this.#app.db, problem)
  }

  /**
   * While a role has a problem, checks every minute whether the problem is solved. Once it is, marks all accounts for a
   * comparison.
   */
  async #checkProblems(api: DiscordApi, bot: DiscordBot): Promise<void> {
    const { db, clock } = this.#app
    const now = clock.now()
    if (now < this.#nextProblemCheckAt) return
    this.#nextProblemCheckAt = now + PROBLEM_CHECK_INTERVAL
    const mappings = await listMappings(db)
    if (mappings.every(({ problem }) => problem === null)) return
    let isSolved = await clearOldRefusals(db, now - REFUSAL_TTL)
    const check = await checkServer(api, bot.server ?? '')
    if (check.is === 'ok') isSolved = (await this.#applyCheck(check, mappings)) || isSolved
    if (isSolved) await markAll(db, { now, isRoutine: false })
  }

  /**
   * Stores the problems that a check found.
   * @returns whether a role no longer has its problem
   */
  async #applyCheck(
    check: ServerCheck & { is: 'ok' },
    mappings: readonly Mapping[],
  ): Promise<boolean> {
    const { db, clock } = this.#app
    const now = clock.now()
    let isSolved = false
    for (const { discordRole, problem: old } of mappings) {
      const role = check.roles.find(({ id }) => id === discordRole)
      const problem = role ? role.problem : 'missing'
      if (problem === old || (problem === null && old === 'refused')) continue
      await updateRoleProblem(db, discordRole, { problem, now })
      if (problem === null) isSolved = true
    }
    return isSolved
  }

  /** Stores why Discord refused roles. The positions of the roles explain most refusals. */
  async #recordRefusals(
    api: DiscordApi,
    bot: DiscordBot,
    refused: SyncResult['refused'],
  ): Promise<void> {
    const { db, clock } = this.#app
    const now = clock.now()
    for (const [role, problem] of refused) await updateRoleProblem(db, role, { problem, now })
    const check = await checkServer(api, bot.server ?? '')
    if (check.is !== 'ok') return
    for (const role of refused.keys()) {
      const found = check.roles.find(({ id }) => id === role)
      const problem = found ? (found.problem ?? 'refused') : 'missing'
      await updateRoleProblem(db, role, { problem, now })
    }
  }
}
