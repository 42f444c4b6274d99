import { readConfig } from '#server/config.ts'
import { segmentKey } from '#server/features/live/segment-url.ts'
import { openSecrets } from '#server/secrets.ts'

/** npm run -s segment-key: what nginx has to know to check addresses of pieces (docs/proxy/README.md). */
const { dataDir } = readConfig({ DATA_DIR: process.env.DATA_DIR })
console.log(`set $segment_key "${segmentKey(openSecrets(dataDir))}";`)
