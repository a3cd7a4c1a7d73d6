# Tagwire in a container: both APIs on 8801 and 8802, the store in /data.
#
#   docker build -t tagwire .
#   docker run -d --name tagwire -p 8801:8801 -p 8802:8802 -v tagwire:/data tagwire

# uWebSockets.js has binaries for Node.js 22 and 24; those for 24 need glibc 2.38, which Debian 13 has.
FROM node:24-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY src/app/cli/bin src/app/cli/bin
RUN npm ci --no-audit --no-fund
COPY . .
RUN node node_modules/typescript/bin/tsc -p .
RUN npm prune --no-save --omit=dev --no-audit --no-fund \
  && find node_modules -name 'uws_*.node' ! -name 'uws_linux_*' -delete

FROM node:24-trixie-slim
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE /app/NOTICE ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/data data
COPY --from=build /app/demo/vocabulary demo/vocabulary
COPY --from=build /app/src/app/cli/bin src/app/cli/bin
COPY --from=build /app/dist/src dist/src
COPY --from=build /app/dist/demo dist/demo
COPY --from=build /app/dist/workers dist/workers
# Commands: `docker compose exec tagwire tagwire doctor`.
RUN ln -s /app/src/app/cli/bin/tagwire.js /usr/local/bin/tagwire
# The memory allocator returns large pieces to the system; see docs/production.md.
ENV NODE_ENV=production \
    MALLOC_MMAP_THRESHOLD_=131072 \
    MALLOC_ARENA_MAX=2 \
    TAGWIRE_DATA=/data \
    TAGWIRE_HOST=0.0.0.0 \
    TAGWIRE_LOG_FORMAT=json
RUN mkdir /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
EXPOSE 8801 8802
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8803/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--min-semi-space-size=16", "dist/src/app/cli/main.js"]
CMD ["serve"]
