import type { Checkup } from '@portal/contract'
import { SECOND } from '../../platform/clock.ts'
import { failureOf } from '../../platform/outbound/fetch-text.ts'
import { TookTooLong, within } from '../../platform/with-timeout.ts'
import type { Check, Opinion, Patient } from './check.ts'

/** How long a check may take. A request to another server has a shorter limit of its own. */
const PATIENCE = 9 * SECOND

/**
 * Runs all checks at once and returns their results in the same order. A check that fails or hangs
 * is reported as such and does not delay the others.
 */
export async function examine(
  patient: Patient,
  checks: readonly Check[],
  patience = PATIENCE,
): Promise<Checkup[]> {
  return Promise.all(
    checks.map(async (check) => {
      const { id, title } = check
      const {
        state,
        detail,
        advice = null,
        line = null,
      } = await opinionOf(check, patient, patience)
      return { id, state, title, detail, advice, line }
    }),
  )
}

async function opinionOf(check: Check, patient: Patient, patience: number): Promise<Opinion> {
  try {
    const opinion = Promise.try(() => check.look(patient))
    return await within(patience, opinion)
  } catch (error) {
    return error instanceof TookTooLong ? TOO_LONG : failed(failureOf(error))
  }
}

const TOO_LONG: Opinion = {
  state: 'bad',
  detail: { ru: 'Ответа не было слишком долго.', en: 'There was no answer in time.' },
  advice: {
    ru: 'Проверьте, отвечает ли то, о чём идёт речь, и не закрывает ли дорогу брандмауэр.',
    en: 'Check whether it answers at all, and whether a firewall is in the way.',
  },
}

function failed(why: string): Opinion {
  return {
    state: 'bad',
    detail: { ru: `Проверка не удалась: ${why}`, en: `The check failed: ${why}` },
  }
}
