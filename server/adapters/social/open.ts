import { SOCIAL_PAGES, type SocialProvider } from '#contract/social.ts'
import type { Config } from '#server/config/config.ts'
import type { OAuthClient } from '#server/config/services.ts'
import type { Social, SocialService } from '#server/ports/social.ts'

type Open = (client: OAuthClient, redirect: string) => SocialService

/** What nobody has set up is not even loaded. */
const adapters: Record<SocialProvider, () => Promise<Open>> = {
  twitter: async () => (await import('./x.ts')).openX,
  line: async () => (await import('./line.ts')).openLine,
}

export async function openSocial({ social, siteUrl }: Config): Promise<Social> {
  const opened: Social = {}
  for (const provider of Object.keys(adapters) as SocialProvider[]) {
    const client = social[provider]
    if (!client) continue
    const open = await adapters[provider]()
    opened[provider] = open(client, siteUrl + SOCIAL_PAGES[provider])
  }
  return opened
}
