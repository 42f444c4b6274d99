import { Frame } from './Frame.tsx'
import type { LayoutProps } from './layouts.tsx'
import { Page } from './Page.tsx'

/** Texts to be read from top to bottom. */
export const LegalLayout = ({ children }: LayoutProps) => (
  <Frame>
    <Page narrow>{children}</Page>
  </Frame>
)
