import { moveInTest } from './old-site.ts'
import { dle } from './sites/dle.ts'

moveInTest(dle)
