import { readConfig } from '#server/config/config.ts'
import { segmentKey } from '#server/features/live/segment-url.ts'
import { loadSecrets } from '#server/process/secrets.ts'

/** npm run -s segment-key: the key by which nginx checks signed segment URLs (docs/proxy/README.md). */
const { DATA_DIR, SECRETS_FILE, TOKEN_SECRET, LINK_SECRET } = process.env
const config = readConfig({ DATA_DIR, SECRETS_FILE, TOKEN_SECRET, LINK_SECRET })
console.log(`set $segment_key "${segmentKey(loadSecrets(config.dataDir, config.secrets))}";`)
