import { moveInTest } from './old-site.ts'
import { blessing } from './sites/blessing.ts'

moveInTest(blessing)
