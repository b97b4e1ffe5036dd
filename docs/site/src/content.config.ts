import { defineCollection } from 'astro:content'
import { docsSchema } from '@astrojs/starlight/schema'
import { loadPages } from './load-pages.ts'

export const collections = { docs: defineCollection({ loader: loadPages(), schema: docsSchema() }) }
