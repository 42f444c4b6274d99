import type { Keys } from './core/auth.ts'

export interface Environment {
  port: number
  file: string
  keys: Keys
  /** URL of the sandbox for browsers, without a trailing slash; '': its own address. */
  publicUrl: string
}

/** Throws one error that names every missing or invalid setting. */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const port = Number(env.SANDBOX_PORT ?? '0')
  const {
    SANDBOX_FILE: file = '',
    SANDBOX_SECRET_KEY: secret = '',
    SANDBOX_PUBLISHABLE_KEY: publishable = '',
  } = env
  const errors = [
    [Number.isInteger(port) && port >= 0 && port < 65_536, 'SANDBOX_PORT must be a port'],
    [file, 'SANDBOX_FILE must name the SQLite file'],
    [secret.startsWith('sk_test_'), 'SANDBOX_SECRET_KEY must begin with sk_test_'],
    [publishable.startsWith('pk_test_'), 'SANDBOX_PUBLISHABLE_KEY must begin with pk_test_'],
  ].flatMap(([right, why]) => (right ? [] : [why]))
  if (errors.length > 0) {
    console.error(`The sandbox cannot start: ${errors.join('; ')}`)
    process.exit(1)
  }
  return {
    port,
    file,
    keys: { secret, publishable },
    publicUrl: (env.SANDBOX_PUBLIC_URL ?? '').replace(/\/+$/, ''),
  }
}
