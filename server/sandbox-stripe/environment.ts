import type { Keys } from './core/auth.ts'

export interface Environment {
  port: number
  file: string
  keys: Keys
  /** Where a browser reaches the sandbox, without a slash at its end; '' is its own address. */
  publicUrl: string
}

/** Stops the start with every name that is missing or wrong. */
export function readEnvironment(env: NodeJS.ProcessEnv): Environment {
  const port = Number(env.SANDBOX_PORT ?? '0')
  const wrong = [
    [Number.isInteger(port) && port >= 0 && port < 65_536, 'SANDBOX_PORT must be a port'],
    [env.SANDBOX_FILE, 'SANDBOX_FILE must name the SQLite file'],
    [env.SANDBOX_SECRET_KEY?.startsWith('sk_test_'), 'SANDBOX_SECRET_KEY must begin with sk_test_'],
    [
      env.SANDBOX_PUBLISHABLE_KEY?.startsWith('pk_test_'),
      'SANDBOX_PUBLISHABLE_KEY must begin with pk_test_',
    ],
  ].flatMap(([right, why]) => (right ? [] : [why]))
  if (wrong.length > 0) {
    console.error(`The sandbox cannot start: ${wrong.join('; ')}`)
    process.exit(1)
  }
  return {
    port,
    file: env.SANDBOX_FILE!,
    keys: { secret: env.SANDBOX_SECRET_KEY!, publishable: env.SANDBOX_PUBLISHABLE_KEY! },
    publicUrl: (env.SANDBOX_PUBLIC_URL ?? '').replace(/\/+$/, ''),
  }
}
