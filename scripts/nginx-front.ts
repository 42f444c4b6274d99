import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The nginx configuration for operators, unchanged. */
const CONF = join(import.meta.dirname, '../docs/proxy/room.conf')

interface Front {
  /** The folder for nginx's own files. */
  folder: string
  port: string
  /** The address of Room: `127.0.0.1:3000`. */
  room: string
  /** The output of `npm run segment-key`. */
  key: string
  /** The folder of live segments (LIVE_DIR). */
  segments: string
}

/** Writes the configuration of nginx in front of Room: the shipped file with other ports and paths. */
export function writeFront({ folder, port, room, key, segments }: Front): string {
  writeFileSync(join(folder, 'key'), key)
  const replaced = [
    ['127.0.0.1:3000', room],
    ['listen 80;', `listen 127.0.0.1:${port};`],
    ['/var/log/nginx/room.log', join(folder, 'access.log')],
    ['/etc/nginx/room-segment-key', join(folder, 'key')],
    ['/var/lib/room-live/', `${segments}/`],
  ] as const
  let conf = readFileSync(CONF, 'utf8')
  for (const [original, ours] of replaced) {
    if (conf.split(original).length !== 2)
      throw new Error(`${original} does not occur exactly once in ${CONF}`)
    conf = conf.replace(original, ours)
  }
  writeFileSync(join(folder, 'room.conf'), conf)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((what) => `${what}_temp_path ${join(folder, what)};`)
    .join('\n')
  // The surrounding nginx.conf of a distribution. As root, since our folders are readable by their owner only.
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
