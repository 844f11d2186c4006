import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offlinePlayerId } from '../../../src/players/player-id.ts'
import { defaultModel } from '../../../src/profiles/renders/default-model.ts'
import { makeSkin } from '../../../src/profiles/textures/make-texture.ts'
import { png } from './png.ts'

type Paint = (x: number, y: number) => readonly number[]

const AREAS = [
  [50, 16, 2, 4],
  [54, 20, 2, 12],
  [42, 48, 2, 4],
  [46, 52, 2, 12],
] as const

const GREY = [120, 120, 120, 255]
const BLACK = [0, 0, 0, 255]
const WHITE = [255, 255, 255, 255]

function isBesideArms(x: number, y: number): boolean {
  return AREAS.some(([left, top, w, h]) => x >= left && x < left + w && y >= top && y < top + h)
}

/** Returns the detected model of a grey skin with the given paint in the areas that slim arms leave unused. */
async function modelOf(paint: Paint, { scale = 1, rows = 64 } = {}): Promise<string> {
  const sample: Paint = (x, y) => {
    const [unitX, unitY] = [Math.floor(x / scale), Math.floor(y / scale)]
    return isBesideArms(unitX, unitY) ? paint(x, y) : GREY
  }
  const file = png({ width: 64 * scale, height: rows * scale, sample })
  return (await makeSkin(file, async () => true)).model
}

/** Paints a single pixel in one color and all others in another. */
function butFor(x: number, y: number, one: readonly number[], rest: readonly number[]): Paint {
  return (atX, atY) => (atX === x && atY === y ? one : rest)
}

const table: Record<string, [Paint, string]> = {
  'opaque in one colour': [() => GREY, 'classic'],
  'transparent all over': [() => [0, 0, 0, 0], 'slim'],
  'black all over': [() => BLACK, 'slim'],
  'white all over': [() => WHITE, 'slim'],
  'black and white': [(x) => (x % 2 ? BLACK : WHITE), 'classic'],
  'black in three areas and white in one': [(x) => (x < 46 ? WHITE : BLACK), 'classic'],
  'nearly black': [() => [1, 0, 0, 255], 'classic'],
  'black except for one pixel': [butFor(55, 31, GREY, BLACK), 'classic'],
  'white except for one pixel': [butFor(42, 48, GREY, WHITE), 'classic'],
  'opaque except for one pixel that is nearly so': [butFor(47, 63, [9, 9, 9, 254], GREY), 'slim'],
}

for (const [name, [paint, model]] of Object.entries(table)) {
  test(`a skin that is ${name} beside the arms is detected as ${model}`, async () => {
    const enlarged: Paint = (x, y) => paint(Math.floor(x / 4), Math.floor(y / 4))

    assert.deepEqual([await modelOf(paint), await modelOf(enlarged, { scale: 4 })], [model, model])
  })
}

test('the model of a skin depends only on four areas beside the arms', async () => {
  const clear = [0, 0, 0, 0]
  for (const [left, top, width, height] of AREAS) {
    for (const x of [left, left + width - 1]) {
      for (const y of [top, top + height - 1]) {
        assert.equal(await modelOf(butFor(x, y, clear, GREY)), 'slim', `${x},${y}`)
      }
    }
  }
  const around = png({
    width: 64,
    height: 64,
    sample: (x, y) => (isBesideArms(x, y) ? GREY : clear),
  })
  assert.equal((await makeSkin(around, async () => true)).model, 'classic')
})

test('a skin half as high as wide is detected as classic', async () => {
  assert.equal(await modelOf(() => [0, 0, 0, 0], { rows: 32 }), 'classic')
  assert.equal(await modelOf(() => BLACK, { rows: 32, scale: 2 }), 'classic')
})

test('the default model is slim if the XOR of the UUID’s words is odd, as in Java', () => {
  // In Java, UUID.fromString(…).hashCode() of these is 0, 1, 1, 1, 1, 0, -369792882, 1946714239.
  const models = {
    '00000000-0000-0000-0000-000000000000': 'classic',
    '00000001-0000-0000-0000-000000000000': 'slim',
    '00000000-0000-0001-0000-000000000000': 'slim',
    '00000000-0000-0000-0000-000100000000': 'slim',
    '00000000-0000-0000-0000-000000000001': 'slim',
    '00000001-0000-0000-0000-000000000001': 'classic',
    '069a79f4-44e9-4726-a5be-fca90e38aaf5': 'classic',
    '853c80ef-3c37-49fd-aa49-938b674adae6': 'slim',
  }

  assert.deepEqual(Object.keys(models).map(defaultModel), Object.values(models))
})

test('an unknown name maps to the UUID of the offline mode', () => {
  assert.equal(offlinePlayerId('Notch'), 'b50ad385-829d-3141-a216-7e7d7539ba7f')
  assert.equal(offlinePlayerId('jeb_'), 'a762f560-4fce-3236-812a-b80efff0b62b')
  assert.notEqual(offlinePlayerId('notch'), offlinePlayerId('Notch'))
  assert.equal(offlinePlayerId('жук'), 'd67d8b84-cd42-3870-ba45-a6d034568498')
})
