import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The file that we hand out to operators. */
const CONF = join(import.meta.dirname, '../docs/proxy/room.conf')

interface Front {
  /** Where nginx keeps its own things. */
  folder: string
  port: string
  /** `127.0.0.1:3000`. */
  room: string
  /** What `npm run segment-key` prints. */
  key: string
  /** LIVE_DIR. */
  pieces: string
}

/** Writes what makes nginx stand in front of a Room of ours: the very file, with other ports and paths. */
export function writeFront({ folder, port, room, key, pieces }: Front): string {
  writeFileSync(join(folder, 'key'), key)
  const replaced = [
    ['127.0.0.1:3000', room],
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['/var/log/nginx/room.log', join(folder, 'access.log')],
    ['/etc/nginx/room-segment-key', join(folder, 'key')],
    ['/var/lib/room-live/', `${pieces}/`],
  ] as const
  let conf = readFileSync(CONF, 'utf8')
  for (const [theirs, ours] of replaced) {
    if (conf.split(theirs).length !== 2) throw new Error(`${theirs} is not in ${CONF} once`)
    conf = conf.replace(theirs, ours)
  }
  writeFileSync(join(folder, 'room.conf'), conf)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((what) => `${what}_temp_path ${join(folder, what)};`)
    .join('\n')
  // What a distribution's own nginx.conf does around it. Our folders are for their user alone.
  const main = `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
worker_processes 1;
pid ${join(folder, 'pid')};
error_log ${join(folder, 'error.log')};
events { worker_connections 256; }
http {
sendfile on;
tcp_nopush on;
${temporary}
include ${join(folder, 'room.conf')};
}`
  writeFileSync(join(folder, 'nginx.conf'), main)
  return join(folder, 'nginx.conf')
}
