import { moveInTest } from './old-site.ts'
import { wordpress } from './sites/wordpress.ts'

moveInTest(wordpress)
