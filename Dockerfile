# The bot alone, with exactly the locked packages. The token comes with the environment and is never in the image.
# Build and run: docs/deploy.md

FROM python:3.11-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1 \
    PIP_NO_INPUT=1
WORKDIR /src
RUN python -m venv /opt/musbot && python -m venv /opt/builder

# What changes seldom first: these layers are kept while only the code changes.
COPY requirements.txt requirements-dev.txt ./
RUN /opt/musbot/bin/pip install --require-hashes --only-binary :all: -r requirements.txt
# The build backend, as locked as everything else; it stays in this stage.
RUN sed -n '/^setuptools==/,/[^\\]$/p' requirements-dev.txt > builder.txt \
    && /opt/builder/bin/pip install --require-hashes --only-binary :all: -r builder.txt

COPY pyproject.toml README.md LICENSE ./
COPY musbot ./musbot
RUN /opt/builder/bin/pip wheel --no-deps --no-build-isolation --no-index --wheel-dir /wheels . \
    && /opt/musbot/bin/pip install --no-deps --no-index /wheels/*.whl


FROM python:3.11-slim
# A fixed number, so that the owner of a volume's files stays the same from image to image.
RUN groupadd --system --gid 10001 musbot \
    && useradd --system --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin musbot \
    && install -d -o musbot -g musbot -m 0700 /data
COPY --from=build /opt/musbot /opt/musbot
ENV PATH=/opt/musbot/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    MUSBOT_DATABASE=/data/musbot.db
WORKDIR /data
VOLUME /data
USER 10001:10001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=15s --start-period=60s --retries=3 CMD ["musbot", "health"]
ENTRYPOINT ["musbot"]
CMD ["run"]
