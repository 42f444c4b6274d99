import { api } from './api.ts'
import { attacks } from './attacks.ts'
import { waits } from './broadcast.ts'
import { cards } from './cards.ts'
import { coldStarts } from './cold-start.ts'
import { door } from './door.ts'
import { flood } from './flood.ts'
import { gates } from './gates.ts'
import { growth } from './growth.ts'
import { ladder } from './ladder.ts'
import { live } from './live.ts'
import { longLists } from './long-lists.ts'
import { lottery } from './lottery.ts'
import { nodes } from './nodes.ts'
import { offline } from './offline.ts'
import { pages } from './pages.ts'
import { paint } from './paint.ts'
import { playback } from './playback.ts'
import { purchases } from './purchases.ts'
import { records } from './records.ts'
import { report } from './report.ts'
import { resultMinute } from './result-minute.ts'
import { scan } from './scan.ts'
import { segments } from './segments.ts'
import { start } from './start.ts'
import { talk } from './talk.ts'
import { waiting } from './waiting-viewers.ts'
import { weight } from './weight.ts'

/** npm run bench [-- part …]: the parts one after the other, as each needs the whole machine. */
const parts = {
  api,
  talk,
  live,
  flood,
  attacks,
  waiting,
  waits,
  segments,
  playback,
  ladder,
  purchases,
  pages,
  cards,
  start,
  weight,
  paint,
  coldStart: coldStarts,
  offline,
  longLists,
  door,
  scan,
  gates,
  lottery,
  resultMinute,
  nodes,
  growth,
  records,
}
const chosen = process.argv.slice(2)
for (const [name, measure] of Object.entries(parts))
  if (chosen.length === 0 || chosen.includes(name)) await report(name, measure)
