import type { Checkup } from '@portal/contract'
import { SECOND } from '../../platform/clock.ts'
import { failureOf } from '../../platform/outbound/fetch-text.ts'
import { TimeoutError, withTimeout } from '../../platform/with-timeout.ts'
import type { Check, CheckContext, CheckResult } from './check.ts'

/** How long a check may take. Requests to other servers have shorter limits. */
const CHECK_TIMEOUT = 9 * SECOND

/** Runs all checks concurrently. A check that fails or takes too long is reported and does not delay the others. */
export async function runChecks(
  context: CheckContext,
  checks: readonly Check[],
  timeout = CHECK_TIMEOUT,
): Promise<Checkup[]> {
  return Promise.all(
    checks.map(async (check) => {
      const { id, title } = check
      const { state, detail, advice = null, line = null } = await resultOf(check, context, timeout)
      return { id, state, title, detail, advice, line }
    }),
  )
}

async function resultOf(
  check: Check,
  context: CheckContext,
  timeout: number,
): Promise<CheckResult> {
  try {
    const result = Promise.try(() => check.run(context))
    return await withTimeout(timeout, result)
  } catch (error) {
    return error instanceof TimeoutError ? TOO_LONG : failed(failureOf(error))
  }
}

const TOO_LONG: CheckResult = {
  state: 'bad',
  detail: { ru: 'Ответа не было слишком долго.', en: 'There was no response in time.' },
  advice: {
    ru: 'Проверьте, отвечает ли сервис и не блокирует ли соединение брандмауэр.',
    en: 'Check whether the service responds, and whether a firewall blocks the connection.',
  },
}

function failed(why: string): CheckResult {
  return {
    state: 'bad',
    detail: { ru: `Проверка не удалась: ${why}`, en: `The check failed: ${why}` },
  }
}
