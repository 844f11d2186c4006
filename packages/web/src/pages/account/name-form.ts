import { computed, type Ref, ref } from 'vue'
import type { Reply } from '../../api.ts'
import { t } from '../../i18n/i18n.ts'
import { user } from '../../session.ts'
import { type BalanceKind, ofBalance } from '../../ui/balances.ts'
import { useUsernameCheck } from '../sign-in/username-check.ts'

type OwnNames = Reply<'showOwnNames'>

const BALANCES: readonly BalanceKind[] = ['real', 'virtual']

/** The price of a name change, and whether the player can pay it. */
export function usePrice(names: Ref<OwnNames | undefined>) {
  const asked = computed(() => BALANCES.filter((balance) => (names.value?.price[balance] ?? 0) > 0))
  const have = (balance: BalanceKind): number => user.value?.[balance] ?? 0
  return {
    price: computed(() =>
      together(asked.value.map((balance) => ofBalance(balance, names.value?.price[balance] ?? 0))),
    ),
    have: computed(() => together(asked.value.map((balance) => ofBalance(balance, have(balance))))),
    short: computed(() =>
      asked.value.some((balance) => have(balance) < (names.value?.price[balance] ?? 0)),
    ),
  }
}

function together([one = '', other]: string[]): string {
  return other === undefined ? one : t('names.and', { one, other })
}

/** The typed name and whether it is available. Names reserved for the player count as available. */
export function useNewName(names: Ref<OwnNames | undefined>) {
  const wanted = ref('')
  const name = computed(() => wanted.value.trim())
  const check = useUsernameCheck(wanted)
  const isKept = computed(
    () => names.value?.kept.some((kept) => isSame(kept.name, name.value)) ?? false,
  )
  const isOwn = computed(() => isKept.value || isSame(user.value?.username ?? '', name.value))
  return {
    wanted,
    name,
    fault: computed(() => (isOwn.value ? '' : check.fault.value)),
    hint: computed(() => {
      if (isKept.value) return t('names.yours')
      return check.free.value ? t('register.nameFree') : t('register.usernameHint')
    }),
  }
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}
