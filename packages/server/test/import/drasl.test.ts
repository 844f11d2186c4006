import { moveInTest } from './old-site.ts'
import { drasl } from './sites/drasl.ts'

moveInTest(drasl)
