import { Catalogue } from '#pwa/ui/Catalogue.tsx'

export const CataloguePage = () => <Catalogue />
