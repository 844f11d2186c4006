import { moveInTest } from './old-site.ts'
import { phpbb } from './sites/phpbb.ts'

moveInTest(phpbb)
