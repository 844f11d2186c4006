import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newFolder, runPortal } from '../support/server-process.ts'
import { WRONG_USAGE } from './command.ts'

test('a role, rank or permission command with wrong arguments exits with 2', async () => {
  using folder = newFolder()
  const wrong: Record<string, RegExp> = {
    'role create VIP': /1 to 32 characters of a-z 0-9 _ -/,
    'role create vip --priority high': /--priority must be a whole number/,
    'role create vip --priority 1e3': /--priority must be a whole number/,
    'role create vip --priority 9999999': /a priority from -1000000 to 1000000/,
    'role create vip --permission a.**': /not a permission: a\.\*\*/,
    'role edit vip --nonsense': /unknown option '--nonsense'/,
    'role nonsense': /unknown command 'nonsense'/,
    'group create gold --priority 5': /unknown option '--priority'/,
    'group create gold --color gold': /a color is #rrggbb or none/,
    'group edit gold --icon skull': /--icon must be none or one of star, crown/,
    'group order': /missing required argument/,
    'group give Steve gold': /give exactly one of --days, --until and --forever/,
    'group give Steve gold --days 1 --forever': /give exactly one of --days, --until and --forever/,
    'group give Steve gold --days 0': /--days must be a whole number from 1/,
    'group give Steve gold --days 1.5': /--days must be a whole number from 1/,
    'group give Steve gold --until tomorrow': /--until must be an instant/,
    'group give Steve gold --until 2030-02-30': /--until must be an instant/,
    'player grant Steve': /missing required argument 'node'/,
    'player grant Steve a b': /too many arguments/,
    'player grant Steve --nonsense': /unknown option '--nonsense'/,
    'player grant Steve a.b --nonsense': /too many arguments|unknown option/,
    'player grant Steve -a..b': /not a permission: -a\.\.b/,
    'player grant Steve a.b --donate': /give exactly one of --days, --until and --forever/,
    'player grant Steve a.b --days 1 --until 2031-01-01': /give exactly one of --days/,
    'player revoke Steve --donate': /missing required argument 'node'/,
    'player role add Steve': /missing required argument 'role'/,
    'permission explain Steve a.*': /not a permission: a\.\*/,
  }

  const ended = await Promise.all(
    Object.keys(wrong).map((line) => runPortal(line.split(' '), { DATA_DIR: folder.path })),
  )

  for (const [turn, [line, reason]] of Object.entries(wrong).entries()) {
    const { code, stdout, stderr } = ended[turn] ?? assert.fail()
    assert.deepEqual([line, code, stdout, stderr.split('\n').length], [line, WRONG_USAGE, '', 2])
    assert.match(stderr, reason)
  }
})

test('help uses the term donor rank as the pages do', async () => {
  using folder = newFolder()

  const helps = await Promise.all(
    ['group', 'group give', 'player grants'].map((line) =>
      runPortal([...line.split(' '), '--help'], { DATA_DIR: folder.path }),
    ),
  )

  for (const { code, stdout } of helps) {
    assert.equal(code, 0)
    assert.match(stdout, /donor rank/)
    assert.doesNotMatch(stdout, /donate group/)
  }
})
