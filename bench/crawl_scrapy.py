# SPDX-License-Identifier: GPL-3.0-or-later
"""What Scrapy does with the same web: home pages of a file and the links of their host; -a seeds=FILE. Proxy by http_proxy."""
from urllib.parse import urlsplit

import scrapy
from scrapy.linkextractors import LinkExtractor


class Peer(scrapy.Spider):
    name = "peer"
    links = LinkExtractor(deny_extensions=["jpg", "gif", "png", "css", "js", "pdf"])

    def start_requests(self):
        with open(self.seeds) as lines:
            for line in lines:
                yield scrapy.Request(line.strip())

    def parse(self, response):
        if not isinstance(response, scrapy.http.HtmlResponse):
            return
        host = urlsplit(response.url).hostname
        for link in self.links.extract_links(response):
            if urlsplit(link.url).hostname == host:
                yield scrapy.Request(link.url.split("#")[0])
