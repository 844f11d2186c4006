import { nextTick, type Ref, ref } from 'vue'
import { t } from '../i18n/i18n.ts'
import { moveRow } from './rows.ts'

/**
 * Moves the rows of a list with buttons and by dragging.
 * @param list the element whose children are the rows
 * @param moved is called after a button moved a row, and at the end of a drag that moved one
 */
export function useMovedRows<Item>(
  rows: Ref<Item[]>,
  list: Readonly<Ref<HTMLElement | null>>,
  {
    nameOf,
    moved = () => {},
  }: { nameOf: (row: Item | undefined, at: number) => string; moved?: () => void },
) {
  /** The text about the last move, for screen readers. */
  const announced = ref('')
  const dragged = ref<number>()
  let begunAt: number | undefined

  /** Moves a row; the focus stays on the same button of that row. */
  async function moveBy(from: number, step: -1 | 1): Promise<void> {
    const to = from + step
    if (to < 0 || to >= rows.value.length) return
    move(from, to)
    moved()
    await nextTick() // moving the element has removed the focus
    focusIn(to, step < 0 ? '.up' : '.down')
  }

  function move(from: number, to: number): void {
    rows.value = moveRow(rows.value, from, to)
    const given = { name: nameOf(rows.value[to], to), n: to + 1, of: rows.value.length }
    announced.value = t('rowsField.moved', given)
  }

  function focusIn(at: number, selector: string): void {
    list.value?.children[at]?.querySelector<HTMLElement>(selector)?.focus()
  }

  function startDrag(event: PointerEvent, at: number): void {
    if (event.button !== 0) return
    event.preventDefault() // prevents the selection of text
    dragged.value = begunAt = at
    addEventListener('pointermove', drag)
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, endDrag)
  }

  /** Moves the dragged row to the place of the row below the pointer. */
  function drag({ clientY }: PointerEvent): void {
    const from = dragged.value
    if (from === undefined) return
    const boxes = [...(list.value?.children ?? [])].map((row) => row.getBoundingClientRect())
    const to = boxes.findIndex(({ top, bottom }) => clientY >= top && clientY <= bottom)
    if (to < 0 || to === from) return
    dragged.value = to
    move(from, to)
  }

  function endDrag(): void {
    removeEventListener('pointermove', drag)
    for (const end of ['pointerup', 'pointercancel']) removeEventListener(end, endDrag)
    const hasMoved = dragged.value !== begunAt
    dragged.value = begunAt = undefined
    if (hasMoved) moved()
  }

  return { announced, dragged, moveBy, startDrag, focusIn }
}
