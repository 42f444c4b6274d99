import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

const FOLDER = join(import.meta.dirname, 'loopback')
/** For child processes: `NODE_EXTRA_CA_CERTS`. */
export const LOOPBACK_CERTIFICATE = join(FOLDER, 'cert.pem')

/** TLS options of an HTTPS server on `localhost`, trusted by this process from now on. The key is public. */
export function loopbackTls() {
  const cert = readFileSync(LOOPBACK_CERTIFICATE, 'utf8')
  setDefaultCACertificates([...new Set([...getCACertificates('default'), cert])])
  return { cert, key: readFileSync(join(FOLDER, 'key.pem')) }
}
