import { keysOf } from '#contract/lib/records.ts'
import { SOCIAL_PAGES, type SocialProvider } from '#contract/social/calls.ts'
import type { Config } from '#server/config/config.ts'
import type { OAuthClient } from '#server/config/external-services.ts'
import type { Social, SocialService } from '#server/ports/social.ts'

type OpenService = (client: OAuthClient, redirect: string) => SocialService

/** Imported only if configured. */
const adapters: Record<SocialProvider, () => Promise<OpenService>> = {
  twitter: async () => (await import('./x.ts')).createX,
  line: async () => (await import('./line.ts')).createLine,
}

export async function createSocial({ social, siteUrl }: Config): Promise<Social> {
  const opened: Social = {}
  for (const provider of keysOf(adapters)) {
    const client = social[provider]
    if (!client) continue
    const open = await adapters[provider]()
    opened[provider] = open(client, siteUrl + SOCIAL_PAGES[provider])
  }
  return opened
}
